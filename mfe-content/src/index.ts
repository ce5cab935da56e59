import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Home } from './home/home';
import en from './messages/en.json' with { type: 'json' };

const classifieds = (name: 'ClassifiedsPage' | 'CreateClassified' | 'UpdateClassified' | 'RenewByLink') =>
  lazyScreen(
    () => import('./classifieds/screens'),
    name,
    () => import('./classifieds/texts'),
  );
// One component for both addresses keeps the list mounted while an ad opens.
const ClassifiedsPage = classifieds('ClassifiedsPage');

const notices = (name: 'NoticesPage' | 'CreateNotice' | 'UpdateNotice' | 'NoticeComments' | 'Acknowledgements') =>
  lazyScreen(
    () => import('./notices/screens'),
    name,
    () => import('./notices/texts'),
  );
const NoticesPage = notices('NoticesPage');
const CreateNotice = notices('CreateNotice');

const Webview = lazyScreen(
  () => import('./webview/webview'),
  'Webview',
  () => import('./webview/texts'),
);

export default defineMfe({
  manifest,
  screens: {
    '/main/home': Home,
    '/main/home/edit': lazyScreen(
      () => import('./home-edit/edit-home'),
      'EditHome',
      () => import('./home-edit/texts'),
    ),
    '/main/webview': Webview,
    '/main/webview/:url': Webview,
    '/main/custom': lazyScreen(
      () => import('./custom/custom'),
      'Custom',
      () => import('./custom/texts'),
    ),
    '/main/invite': lazyScreen(
      () => import('./invitations/invite'),
      'Invite',
      () => import('./invitations/texts'),
    ),
    '/main/notices': NoticesPage,
    '/main/notices/new': CreateNotice,
    '/main/notices/in/:namespace': NoticesPage,
    '/main/notices/in/:namespace/new': CreateNotice,
    '/main/notices/in/:namespace/:id': NoticesPage,
    '/main/notices/:id': NoticesPage,
    '/main/notices/:id/edit': notices('UpdateNotice'),
    '/main/notices/:id/comments': notices('NoticeComments'),
    '/main/notices/:id/acknowledgements': notices('Acknowledgements'),
    '/main/classifieds/new': classifieds('CreateClassified'),
    '/main/classifieds/:id/edit': classifieds('UpdateClassified'),
    '/main/classifieds': ClassifiedsPage,
    '/main/classifieds/:id': ClassifiedsPage,
    '/renew_classified/:token': classifieds('RenewByLink'),
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
