import type { Type } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ChatsModule } from './chats/chats.module.js';
import { HomeModule } from './content/home/home.module.js';
import { EventsModule } from './events/events.module.js';
import { ItemsModule } from './items/items.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { PeopleModule } from './people/people.module.js';
import { StartError } from './infrastructure/start-error.js';
import { ShoutsModule } from './shouts/shouts.module.js';

/** The service modules by name, as `SERVICES` lists them. */
const serviceModules: Readonly<Record<string, Type>> = {
  account: AccountModule,
  chats: ChatsModule,
  shouts: ShoutsModule,
  events: EventsModule,
  people: PeopleModule,
  home: HomeModule,
  items: ItemsModule,
  moderation: ModerationModule,
};

/** The modules to start: those in `SERVICES`, or all. */
export function chosenServices(names: readonly string[]): Type[] {
  const known = Object.keys(serviceModules);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new StartError(`SERVICES names '${unknown}', which is not one of ${known.join(', ')}.`);
  return (names.length > 0 ? names : known).map((name) => serviceModules[name]!);
}
