import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { EventsPage } from './events-page';
import en from './messages/en.json' with { type: 'json' };

export default defineMfe({
  manifest,
  screens: {
    '/main/events/new': lazyScreen(
      () => import('./event-form/create-event'),
      'CreateEvent',
      () => import('./event-form/texts'),
    ),
    '/main/events/:id/edit': lazyScreen(
      () => import('./event-form/update-event'),
      'UpdateEvent',
      () => import('./event-form/texts'),
    ),
    '/main/events/:id/attendees': lazyScreen(() => import('./attendees/attendees'), 'Attendees'),
    '/main/events/calendars': lazyScreen(
      () => import('./calendar-sources/calendar-sources'),
      'CalendarSources',
      () => import('./calendar-sources/texts'),
    ),
    '/main/events/:id/check-in': lazyScreen(
      () => import('./check-in/check-in'),
      'CheckIn',
      () => import('./check-in/texts'),
    ),
    '/main/events/:id/comments': lazyScreen(() => import('./comments/event-comments'), 'EventComments'),
    '/main/events': EventsPage,
    '/main/events/:id': EventsPage,
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
