import { Buttons, Choices, Fields, Marks } from './boards/controls';
import { CalendarBoards } from './boards/calendar';
import { Floating, States, Uploads, Writing } from './boards/content';
import { EntryBoards } from './boards/entry';
import { FormBoards } from './boards/forms';
import { HomeBoard } from './boards/home';
import { MoneyBoards } from './boards/money';
import { NoticeBoard } from './boards/notices';
import { PdfBoard } from './boards/pdf';
import { PeopleBoards } from './boards/people';
import { PictureBoards } from './boards/pictures';
import { PollBoard } from './boards/polls';
import { RoomBoards } from './boards/rooms';
import { ChatRowBoard } from './boards/chat-rows';
import { SkeletonBoards } from './boards/skeletons';
import { TalkBoard } from './boards/talk';
import { TileBoards } from './boards/tile-boards';
import styles from './gallery.module.css';

/** Every component in its states. */
export function ComponentsBoards() {
  return (
    <div className={styles.boards}>
      <Buttons />
      <Marks />
      <Fields />
      <Choices />
      <FormBoards />
      <EntryBoards />
      <Uploads />
      <Writing />
      <ChatRowBoard />
      <TalkBoard />
      <PollBoard />
      <PeopleBoards />
      <PictureBoards />
      <CalendarBoards />
      <RoomBoards />
      <MoneyBoards />
      <TileBoards />
      <NoticeBoard />
      <PdfBoard />
      <HomeBoard />
      <Floating />
      <States />
      <SkeletonBoards />
    </div>
  );
}
