import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { ConversationPage, ConversationSlot } from './conversation/conversation';
import { FeedPage } from './feed/feed-page';
import en from './messages/en.json' with { type: 'json' };
import { ShoutPage } from './shout/shout-page';

const readerTexts = () => import('./readers/reader-texts');
const Likers = lazyScreen(() => import('./readers/likers'), 'Likers', readerTexts);
const MemberShouts = lazyScreen(() => import('./readers/member-shouts'), 'MemberShouts', readerTexts);

export default defineMfe({
  manifest,
  screens: {
    '/main/shouts': FeedPage,
    '/main/shouts/:filter': FeedPage,
    '/main/shouts/of/:uid': MemberShouts,
    '/main/shout/:id': ShoutPage,
    '/main/likers/:id': Likers,
    '/main/conversation/:id': ConversationPage,
  },
  slots: {
    'shouts.conversation': ConversationSlot,
    'shouts.comments': lazyPart(() => import('./comments/comments-slot'), 'CommentsSlot'),
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
