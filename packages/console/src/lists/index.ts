export { ListsScreen } from './lists-screen.tsx';
