import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Landing } from './landing/landing';
import { Privacy, Terms } from './legal/legal';
import { Login } from './login/login';
import en from './messages/en.json';
import { Settings } from './settings/settings';
import { SignUp } from './sign-up/sign-up';

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
