import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Chats } from './chat-list/chats';
import { OutsideSlot } from './groups/group-detail/lazy-outside-slot';
import en from './messages/en.json' with { type: 'json' };

const groupTexts = () => import('./groups/group-texts');
// Groups are opened far less often than chats, and their forms load the schema library.
const GroupDetail = lazyScreen(() => import('./groups/group-detail/group-detail'), 'GroupDetail', groupTexts);
const BrowseGroups = lazyScreen(() => import('./groups/browse-groups/browse-groups'), 'BrowseGroups', groupTexts);
const CreateGroup = lazyScreen(() => import('./groups/create-group/create-group'), 'CreateGroup', groupTexts);
const EditGroup = lazyScreen(() => import('./groups/edit-group/edit-group'), 'EditGroup', groupTexts);
const JoinByLink = lazyScreen(() => import('./groups/join-group/join-by-link'), 'JoinByLink', groupTexts);
const AcceptRequest = lazyScreen(() => import('./groups/join-request/join-request'), 'AcceptRequest', groupTexts);
const IgnoreRequest = lazyScreen(() => import('./groups/join-request/join-request'), 'IgnoreRequest', groupTexts);

export default defineMfe({
  manifest,
  screens: {
    '/main/chats': Chats,
    '/main/chats/:id': Chats,
    '/main/groups': BrowseGroups,
    '/main/group/new': CreateGroup,
    '/main/group/new/:step': CreateGroup,
    '/main/group/:id': GroupDetail,
    '/main/group/:id/join/:token': JoinByLink,
    '/main/group/:id/:part': EditGroup,
    '/accept_group_request/:group/:user/:token': AcceptRequest,
    '/ignore_group_request/:group/:user/:token': IgnoreRequest,
  },
  slots: { 'chats.outside': OutsideSlot },
  messages: { en, ar: () => import('./messages/ar.json') },
});
