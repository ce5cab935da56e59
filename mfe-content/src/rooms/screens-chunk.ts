/** The tab's screens: one chunk, since the list leads to most of them. */
export { ConfirmBooking, RejectBooking } from './booking-request';
export { CreateRoom } from './create-room';
export { RoomDisplay } from './room-display';
export { RoomsPage } from './rooms-page';
export { RoomsWeek } from './rooms-week';
export { UpdateRoom } from './update-room';
