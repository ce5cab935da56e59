import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { lazy } from 'react';
import { manifest } from '../manifest';
import { Landing } from './landing/landing';
import { Privacy, Terms } from './legal/legal';
import en from './messages/en.json';
import { Settings } from './settings/settings';

// Forms bring the schemas' library along, which the landing page does without.
const Login = lazy(() => import('./login/login').then((screen) => ({ default: screen.Login })));
const SignUp = lazy(() => import('./sign-up/sign-up').then((screen) => ({ default: screen.SignUp })));

export default defineMfe({
  manifest,
  screens: {
    '/': Landing,
    '/login': Login,
    '/signup': SignUp,
    '/terms': Terms,
    '/privacy': Privacy,
    '/main/settings': Settings,
    '/main/terms': Terms,
    '/main/privacy': Privacy,
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
