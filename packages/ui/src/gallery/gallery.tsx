import { ComponentsBoards } from './test/boards';
import { ChatsScreen } from './test/chats-screen';
import { EventScreen } from './test/event-screen';
import { EntryScreen, LandingScreen, MenuScreen, ModuleErrorScreen, SettingsScreen } from './test/more-screens';
import { ShoutsScreen } from './test/shouts-screen';

export type GalleryView =
  | 'components'
  | 'chats'
  | 'chat'
  | 'shouts'
  | 'events'
  | 'event'
  | 'landing'
  | 'login'
  | 'settings'
  | 'menu'
  | 'module-error';

export interface GalleryProps {
  /** Every component in its states (default), or one whole screen made of them. */
  view?: GalleryView;
}

/** For looking and for tests; no part of the product. Its sample texts stand under test/, where no translation is asked for. */
export function Gallery({ view = 'components' }: GalleryProps) {
  switch (view) {
    case 'chats':
      return <ChatsScreen show="list" />;
    case 'chat':
      return <ChatsScreen show="detail" />;
    case 'shouts':
      return <ShoutsScreen />;
    case 'events':
      return <EventScreen show="list" />;
    case 'event':
      return <EventScreen show="detail" />;
    case 'landing':
      return <LandingScreen />;
    case 'login':
      return <EntryScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'menu':
      return <MenuScreen />;
    case 'module-error':
      return <ModuleErrorScreen />;
    case 'components':
      return <ComponentsBoards />;
  }
}
