import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Directory } from './directory/directory';
import en from './messages/en.json' with { type: 'json' };
import { ProfilePage } from './profile/profile-page';

export default defineMfe({
  manifest,
  screens: {
    '/main/people': Directory,
    '/main/people/:uid': Directory,
    '/main/profile': ProfilePage,
    '/main/profile/:uid': ProfilePage,
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
