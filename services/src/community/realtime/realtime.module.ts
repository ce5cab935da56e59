import { Global, Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { RoomKeeper } from './room-keeper.js';
import { Writing } from './writing.js';

@Global()
@Module({ providers: [Realtime, Admission, Writing, RealtimeGateway, RoomKeeper], exports: [Realtime] })
export class RealtimeModule {}
