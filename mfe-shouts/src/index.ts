import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { manifest } from '../manifest';
import { ConversationPage, ConversationSlot } from './conversation/conversation';
import { FeedPage } from './feed/feed-page';
import en from './messages/en.json' with { type: 'json' };
import { ShoutPage } from './shout/shout-page';

export default defineMfe({
  manifest,
  screens: {
    '/main/shouts': FeedPage,
    '/main/shouts/:filter': FeedPage,
    '/main/shout/:id': ShoutPage,
    '/main/conversation/:id': ConversationPage,
  },
  slots: {
    'shouts.conversation': ConversationSlot,
    'shouts.comments': lazyPart(() => import('./comments/comments-slot'), 'CommentsSlot'),
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
