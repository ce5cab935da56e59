import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { ConversationPage, ConversationSlot } from './conversation/conversation';
import { FeedPage, FiltersPage } from './feed/feed-page';
import en from './messages/en.json' with { type: 'json' };
import { loadShoutPage } from './shout/load-shout-page';

const ShoutPage = lazyScreen(loadShoutPage, 'ShoutPage');
const readerTexts = () => import('./readers/reader-texts');
const Likers = lazyScreen(() => import('./readers/likers'), 'Likers', readerTexts);
const MemberShouts = lazyScreen(() => import('./readers/member-shouts'), 'MemberShouts', readerTexts);

export default defineMfe({
  manifest,
  screens: {
    '/main/shouts': FeedPage,
    '/main/shouts/:filter': FeedPage,
    '/main/shouts/of/:uid': MemberShouts,
    '/main/filters': FiltersPage,
    '/main/shout/:id': ShoutPage,
    '/main/shout-comment/:id': ShoutPage,
    '/main/likers/:id': Likers,
    '/main/conversation/:id': ConversationPage,
  },
  slots: {
    'shouts.conversation': ConversationSlot,
    'shouts.comments': lazyPart(() => import('./comments/comments-slot'), 'CommentsSlot'),
    'shouts.pictures': lazyPart(
      () => import('./viewing/pictures-slot'),
      'PicturesSlot',
      () => import('./viewing/viewing-texts'),
    ),
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
