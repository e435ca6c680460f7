export { OperationsScreen } from './operations-screen.tsx';
