export { PolicyScreens } from './policy-screens.tsx';
