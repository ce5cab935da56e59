import { Controller } from '@nestjs/common';
import {
  acknowledgeSponsor,
  exportAcknowledgements,
  readAcknowledgements,
  remindOfSponsor,
} from '@paddock/contract/calls/acknowledgements';
import { createSponsor, updateSponsor } from '@paddock/contract/calls/notice-writing';
import {
  deleteSponsor,
  markAllSponsorsRead,
  markSponsorRead,
  readSponsor,
  readSponsors,
} from '@paddock/contract/calls/notices';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { AcknowledgementWriter } from './acknowledgements/acknowledgement-writer.js';
import { AcknowledgementsService } from './acknowledgements/acknowledgements.service.js';
import { Reminders } from './acknowledgements/reminders.js';
import { SponsorReadMarks } from './read-marks.service.js';
import { SponsorCreation } from './sponsor-creation.js';
import { SponsorWriter } from './sponsor-writer.js';
import { SponsorsService } from './sponsors.service.js';

@Controller()
export class NoticesController {
  constructor(
    private readonly sponsors: SponsorsService,
    private readonly creation: SponsorCreation,
    private readonly writer: SponsorWriter,
    private readonly marks: SponsorReadMarks,
    private readonly acknowledging: AcknowledgementWriter,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly reminders: Reminders,
  ) {}

  @Answers(readSponsors)
  list(caller: SignedInCaller, input: CallArguments<typeof readSponsors>) {
    return this.sponsors.list(caller, input);
  }

  @Answers(readSponsor)
  read(caller: SignedInCaller, input: CallArguments<typeof readSponsor>) {
    return this.sponsors.read(caller, input);
  }

  @Answers(createSponsor)
  async create(caller: SignedInCaller, input: CallArguments<typeof createSponsor>) {
    return { sponsor: await this.creation.create(caller, input) };
  }

  @Answers(updateSponsor)
  async update(caller: SignedInCaller, input: CallArguments<typeof updateSponsor>) {
    return { sponsor: await this.writer.update(caller, input) };
  }

  @Answers(deleteSponsor)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteSponsor>) {
    return this.writer.delete(caller, id);
  }

  @Answers(markSponsorRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markSponsorRead>) {
    return this.marks.markRead(caller, input);
  }

  @Answers(markAllSponsorsRead)
  markAllRead(caller: SignedInCaller, input: CallArguments<typeof markAllSponsorsRead>) {
    return this.marks.markAllRead(caller, input);
  }

  @Answers(acknowledgeSponsor)
  async acknowledge(caller: SignedInCaller, { id, version }: CallArguments<typeof acknowledgeSponsor>) {
    return { sponsor: await this.acknowledging.write({ caller, sponsor: id, version }) };
  }

  @Answers(readAcknowledgements)
  readAcknowledgements(caller: SignedInCaller, input: CallArguments<typeof readAcknowledgements>) {
    return this.acknowledgements.list(caller, input);
  }

  @Answers(remindOfSponsor)
  remind(caller: SignedInCaller, { id }: CallArguments<typeof remindOfSponsor>) {
    return this.reminders.remindNow(caller, id);
  }

  @Answers(exportAcknowledgements)
  exportAcknowledgements(caller: SignedInCaller, input: CallArguments<typeof exportAcknowledgements>) {
    return this.acknowledgements.export(caller, input);
  }
}
