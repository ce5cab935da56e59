export const loadShoutPage = () => import('./shout-page');
