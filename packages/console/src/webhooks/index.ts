export { WebhookScreens } from './webhook-screens.tsx';
