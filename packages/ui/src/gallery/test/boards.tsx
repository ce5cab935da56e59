import { Pane, ScreenHeader, Scroll } from '../../pane/pane';
import { Framed } from './samples';
import styles from './gallery.module.css';
import { Buttons, Choices, Fields, Marks } from './controls';
import { Floating, States, Uploads, Writing } from './content';

/** Every component in its states. */
export function ComponentsBoards() {
  return (
    <Framed tab="home">
      <Pane label="Components" ground>
        <ScreenHeader title="Components" />
        <Scroll>
          <div className={styles.boards}>
            <Buttons />
            <Marks />
            <Fields />
            <Choices />
            <Uploads />
            <Writing />
            <Floating />
            <States />
          </div>
        </Scroll>
      </Pane>
    </Framed>
  );
}
