import { Controller } from '@nestjs/common';
import {
  createRoom,
  deleteRoom,
  holdSlots,
  readDisplay,
  readDisplayAddress,
  readRoom,
  readRoomRemoval,
  readRooms,
  readRoomsWeek,
  releaseSlots,
  revokeDisplayAddress,
  updateRoom,
} from '@paddock/contract/calls/rooms';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { BookingWriter } from './booking-writer.js';
import { RoomDeletion } from './room-deletion.js';
import { RoomDisplay } from './room-display.js';
import { RoomWriter } from './room-writer.js';
import { RoomsService } from './rooms.service.js';

@Controller()
export class RoomsController {
  constructor(
    private readonly rooms: RoomsService,
    private readonly writer: RoomWriter,
    private readonly deletion: RoomDeletion,
    private readonly bookings: BookingWriter,
    private readonly display: RoomDisplay,
  ) {}

  @Answers(readRooms)
  list(caller: SignedInCaller, input: CallArguments<typeof readRooms>) {
    return this.rooms.list(caller, input);
  }

  @Answers(readRoomsWeek)
  week(caller: SignedInCaller, input: CallArguments<typeof readRoomsWeek>) {
    return this.rooms.week(caller, input);
  }

  @Answers(readRoom)
  read(caller: SignedInCaller, input: CallArguments<typeof readRoom>) {
    return this.rooms.read(caller, input);
  }

  @Answers(createRoom)
  create(caller: SignedInCaller, input: CallArguments<typeof createRoom>) {
    return this.writer.create(caller, input);
  }

  @Answers(updateRoom)
  update(caller: SignedInCaller, input: CallArguments<typeof updateRoom>) {
    return this.writer.update(caller, input);
  }

  @Answers(readRoomRemoval)
  removal(caller: SignedInCaller, { id }: CallArguments<typeof readRoomRemoval>) {
    return this.rooms.removal(caller, id);
  }

  @Answers(deleteRoom)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteRoom>) {
    return this.deletion.delete(caller, id);
  }

  @Answers(holdSlots)
  hold(caller: SignedInCaller, input: CallArguments<typeof holdSlots>) {
    return this.bookings.hold(caller, input);
  }

  @Answers(releaseSlots)
  release(caller: SignedInCaller, { id }: CallArguments<typeof releaseSlots>) {
    return this.bookings.release(caller, id);
  }

  @Answers(readDisplayAddress)
  displayAddress(caller: SignedInCaller, { id }: CallArguments<typeof readDisplayAddress>) {
    return this.display.address(caller, id);
  }

  @Answers(revokeDisplayAddress)
  revokeDisplayAddress(caller: SignedInCaller, { id }: CallArguments<typeof revokeDisplayAddress>) {
    return this.display.revoke(caller, id);
  }

  /** Ignores the browser's session: the token names the room. */
  @Answers(readDisplay)
  readDisplay(caller: Caller, input: CallArguments<typeof readDisplay>) {
    return this.display.read(caller, input);
  }
}
