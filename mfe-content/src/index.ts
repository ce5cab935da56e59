import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Home } from './home/home';
import en from './messages/en.json' with { type: 'json' };

const classifieds = (name: 'ClassifiedsPage' | 'CreateClassified' | 'UpdateClassified' | 'RenewByLink') =>
  lazyScreen(
    () => import('./classifieds/screens-chunk'),
    name,
    () => import('./classifieds/texts'),
  );
// One component for both addresses keeps the list mounted while an ad opens.
const ClassifiedsPage = classifieds('ClassifiedsPage');

const notices = (name: 'NoticesPage' | 'CreateNotice' | 'UpdateNotice' | 'NoticeComments' | 'Acknowledgements') =>
  lazyScreen(
    () => import('./notices/screens-chunk'),
    name,
    () => import('./notices/texts'),
  );
const NoticesPage = notices('NoticesPage');
const CreateNotice = notices('CreateNotice');

const links = (name: 'LinkDocument' | 'LinksPage' | 'CreateLink' | 'UpdateLink' | 'RestrictedAccess') =>
  lazyScreen(
    () => import('./links/screens-chunk'),
    name,
    () => import('./links/texts'),
  );

const files = (name: 'FilesPage' | 'FilesBin') =>
  lazyScreen(
    () => import('./files/screens-chunk'),
    name,
    () => import('./files/texts'),
  );
// One component for both addresses keeps the list mounted while a file opens.
const FilesPage = files('FilesPage');

const rooms = (
  name: 'RoomsPage' | 'RoomsWeek' | 'CreateRoom' | 'UpdateRoom' | 'ConfirmBooking' | 'RejectBooking' | 'RoomDisplay',
) =>
  lazyScreen(
    () => import('./rooms/screens-chunk'),
    name,
    () => import('./rooms/texts'),
  );
// One component for both addresses keeps the list mounted while a room opens.
const RoomsPage = rooms('RoomsPage');

const dues = (name: 'DuesPage' | 'DuePage' | 'CreateDue' | 'UpdateDue') =>
  lazyScreen(
    () => import('./dues/screens-chunk'),
    name,
    () => import('./dues/texts'),
  );

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
    '/main/files/bin': files('FilesBin'),
    '/main/files': FilesPage,
    '/main/files/:id': FilesPage,
    '/main/links': links('LinksPage'),
    '/main/links/new': links('CreateLink'),
    '/main/links/:id/edit': links('UpdateLink'),
    '/main/links/:id/document': links('LinkDocument'),
    '/main/restricted-access/:id': links('RestrictedAccess'),
    '/main/rooms/new': rooms('CreateRoom'),
    '/main/rooms/week': rooms('RoomsWeek'),
    '/main/rooms/:id/edit': rooms('UpdateRoom'),
    '/main/rooms': RoomsPage,
    '/main/rooms/:id': RoomsPage,
    '/main/dues': dues('DuesPage'),
    '/main/dues/new': dues('CreateDue'),
    '/main/dues/:id': dues('DuePage'),
    '/main/dues/:id/edit': dues('UpdateDue'),
    '/confirm/:id/:token': rooms('ConfirmBooking'),
    '/reject/:id/:token': rooms('RejectBooking'),
    '/display/:id/:token': rooms('RoomDisplay'),
    '/main/pdf-viewer/:id': lazyScreen(
      () => import('./pdf-viewer/pdf-viewer'),
      'PdfViewer',
      () => import('./pdf-viewer/texts'),
    ),
    '/renew_classified/:token': classifieds('RenewByLink'),
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
