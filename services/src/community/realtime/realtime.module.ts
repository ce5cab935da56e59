import { Global, Module } from '@nestjs/common';
import { SocketAdmission } from './socket-admission.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { ProcessChannel } from '../../infrastructure/realtime/process-channel.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { RoomKeeper } from './room-keeper.js';
import { Typing } from './typing.js';
import { TypingSignals } from './typing-signals.js';
import { WorkplaceWindows } from './workplace-windows.js';

@Global()
@Module({
  providers: [
    Realtime,
    ProcessChannel,
    SocketAdmission,
    TypingSignals,
    Typing,
    RealtimeGateway,
    RoomKeeper,
    WorkplaceWindows,
  ],
  exports: [Realtime, WorkplaceWindows],
})
export class RealtimeModule {}
