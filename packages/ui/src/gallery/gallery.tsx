import { ButtonBoard } from '../primitives/button/button.board';
import { BadgeBoard } from '../primitives/badge/badge.board';
import { FieldBoard } from '../forms/field/field.board';
import { ChoiceBoard } from '../forms/choice/choice.board';
import { FormBoards } from '../forms/people-field/people-field.board';
import { EntryBoards } from '../product/hero/hero.board';
import { UploadSlotBoard } from '../forms/upload-slot/upload-slot.board';
import { ComposerBoard } from '../product/composer/composer.board';
import { ChatRowBoard } from '../primitives/row/row.board';
import { TalkBoard } from '../product/bubbles/bubbles.board';
import { PollBoard } from '../product/poll/poll.board';
import { PeopleBoards } from '../product/profile-head/profile-head.board';
import { PictureBoards } from '../primitives/carousel/carousel.board';
import { ViewerBoards } from '../overlays/viewer/viewer.board';
import { CalendarBoards } from '../product/event-calendar/event-calendar.board';
import { RoomBoards } from '../product/room/room.board';
import { MoneyBoards } from '../product/plan-card/plan-card.board';
import { TileBoards } from '../primitives/tiles/tiles.board';
import { NoticeBoard } from '../product/notice-card/notice-card.board';
import { PdfBoard } from '../product/pdf-toolbar/pdf-toolbar.board';
import { GroupBoards } from '../product/group/group.board';
import { HomeBoard } from '../product/home/home.board';
import { OverlayBoard } from '../overlays/sheet/sheet.board';
import { StateBoards } from '../primitives/state/state.board';
import { SkeletonBoards } from '../primitives/state/skeleton.board';
import styles from './gallery.module.css';

const boards = [
  ButtonBoard,
  BadgeBoard,
  FieldBoard,
  ChoiceBoard,
  FormBoards,
  EntryBoards,
  UploadSlotBoard,
  ComposerBoard,
  ChatRowBoard,
  TalkBoard,
  PollBoard,
  PeopleBoards,
  PictureBoards,
  ViewerBoards,
  CalendarBoards,
  RoomBoards,
  MoneyBoards,
  TileBoards,
  NoticeBoard,
  PdfBoard,
  GroupBoards,
  HomeBoard,
  OverlayBoard,
  StateBoards,
  SkeletonBoards,
];

/** Shows every component in its states, for development and tests. */
export function Gallery() {
  return (
    <div className={styles.boards}>
      {boards.map((Boards) => (
        <Boards key={Boards.name} />
      ))}
    </div>
  );
}
