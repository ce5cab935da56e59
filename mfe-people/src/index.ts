import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Directory } from './directory/directory';
import en from './messages/en.json' with { type: 'json' };
import { ProfilePage } from './profile/profile-page';

const editTexts = () => import('./edit/edit-texts');
const EditProfile = lazyScreen(() => import('./edit/edit-profile'), 'EditProfile', editTexts);
const EditField = lazyScreen(() => import('./edit/edit-field'), 'EditField', editTexts);

export default defineMfe({
  manifest,
  screens: {
    '/main/people': Directory,
    '/main/people/:uid': Directory,
    '/main/profile': ProfilePage,
    '/main/profile/:uid': ProfilePage,
    '/main/user-profile-update': EditProfile,
    '/main/user-profile-update/:uid': EditProfile,
    '/main/user-profile-update/:uid/:field': EditField,
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
