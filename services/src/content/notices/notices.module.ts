import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { AcknowledgementRepository } from './acknowledgements/acknowledgement.repository.js';
import { AcknowledgementWriter } from './acknowledgements/acknowledgement-writer.js';
import { AcknowledgementsService } from './acknowledgements/acknowledgements.service.js';
import { Audience } from './acknowledgements/audience.js';
import { Reminders } from './acknowledgements/reminders.js';
import { SponsorVersionRepository } from './acknowledgements/version.repository.js';
import { NoticesController } from './notices.controller.js';
import { SponsorMarkRepository } from './read-mark.repository.js';
import { SponsorReadMarks } from './read-marks.service.js';
import { ReportableSponsors } from './reportable-sponsors.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorComments } from './sponsor-comments.js';
import { SponsorConversion } from './sponsor-conversion.js';
import { SponsorFieldRules } from './sponsor-fields.js';
import { SponsorMoves } from './sponsor-moves.js';
import { SponsorViews } from './sponsor-views.js';
import { SponsorChange } from './sponsor-change.js';
import { SponsorCreation } from './sponsor-creation.js';
import { SponsorWriter } from './sponsor-writer.js';
import { SponsorRepository } from './sponsor.repository.js';
import { SponsorsPersonalData } from './sponsors.personal-data.js';
import { SponsorsService } from './sponsors.service.js';
import { ErasedGroup } from './subscribers/erased-group.js';
import { SponsorBroadcast } from './subscribers/sponsor-broadcast.js';
import { SponsorNotifications } from './subscribers/sponsor-notifications.js';

@Module({
  controllers: [NoticesController],
  providers: [
    SponsorRepository,
    SponsorMarkRepository,
    SponsorVersionRepository,
    AcknowledgementRepository,
    KeyedMutex,
    SponsorAccess,
    SponsorViews,
    SponsorsService,
    SponsorReadMarks,
    SponsorFieldRules,
    SponsorMoves,
    SponsorCreation,
    SponsorChange,
    SponsorWriter,
    Audience,
    AcknowledgementWriter,
    AcknowledgementsService,
    Reminders,
    SponsorComments,
    SponsorConversion,
    ReportableSponsors,
    SponsorBroadcast,
    SponsorNotifications,
    ErasedGroup,
    SponsorsPersonalData,
  ],
})
export class NoticesModule {}
