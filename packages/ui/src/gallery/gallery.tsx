import { ComponentsBoards } from './test/boards';
import { ChatsScreen } from './test/chats-screen';
import { EventScreen } from './test/event-screen';
import { EntryScreen, LandingScreen, MenuScreen, ModuleErrorScreen, SettingsScreen } from './test/more-screens';
import { ShoutsScreen } from './test/shouts-screen';

const views = {
  components: () => <ComponentsBoards />,
  chats: () => <ChatsScreen show="list" />,
  chat: () => <ChatsScreen show="detail" />,
  shouts: () => <ShoutsScreen />,
  events: () => <EventScreen show="list" />,
  event: () => <EventScreen show="detail" />,
  landing: () => <LandingScreen />,
  login: () => <EntryScreen />,
  settings: () => <SettingsScreen />,
  menu: () => <MenuScreen />,
  'module-error': () => <ModuleErrorScreen />,
};

export type GalleryView = keyof typeof views;

export const galleryViews = Object.keys(views) as GalleryView[];

export interface GalleryProps {
  /** Every component in its states (default), or one whole screen made of them. */
  view?: GalleryView;
}

/** For looking and for tests; no part of the product. Its sample texts stand under test/, where no translation is asked for. */
export function Gallery({ view = 'components' }: GalleryProps) {
  return views[view]();
}
