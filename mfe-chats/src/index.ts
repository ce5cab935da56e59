import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { Chats } from './chat-list/chats';
import en from './messages/en.json' with { type: 'json' };

export default defineMfe({
  manifest,
  screens: { '/main/chats': Chats, '/main/chats/:id': Chats },
  messages: { en, ar: () => import('./messages/ar.json') },
});
