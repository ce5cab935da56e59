import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { ChatList } from './chat-list/chat-list';
import en from './messages/en.json';

export default defineMfe({ manifest, screens: { '/main/chats': ChatList }, messages: { en } });
