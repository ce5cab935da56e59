import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { createItem, deleteItem, readItems, setSubscription, updateItem } from '@paddock/contract/calls/items';
import { Answers } from '../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../community/calls/caller.js';
import { ItemsService } from './items.service.js';
import { Subscriptions } from './subscriptions.js';

@Controller()
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly subscriptions: Subscriptions,
  ) {}

  @Answers(readItems)
  list(caller: Caller, input: CallArguments<typeof readItems>) {
    return this.items.list(caller, input);
  }

  @Answers(createItem)
  create(caller: SignedInCaller, input: CallArguments<typeof createItem>) {
    return this.items.create(caller, input);
  }

  @Answers(updateItem)
  update(caller: SignedInCaller, input: CallArguments<typeof updateItem>) {
    return this.items.update(caller, input);
  }

  @Answers(deleteItem)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteItem>) {
    return this.items.delete(caller, id);
  }

  @Answers(setSubscription)
  setSubscription(caller: SignedInCaller, input: CallArguments<typeof setSubscription>) {
    return this.subscriptions.set(caller, input);
  }
}
