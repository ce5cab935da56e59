import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { EventList } from './event-list/event-list';
import en from './messages/en.json' with { type: 'json' };

export default defineMfe({
  manifest,
  screens: { '/main/events': EventList, '/main/events/:id': EventList },
  messages: { en, ar: () => import('./messages/ar.json') },
});
