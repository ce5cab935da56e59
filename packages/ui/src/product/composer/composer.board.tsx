import { useState } from 'react';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { Composer } from './composer';
import { UploadSlot } from '../../forms/upload-slot/upload-slot';
import { people } from '../../gallery/samples';
import styles from '../../gallery/gallery.module.css';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function ComposerBoard() {
  const [text, setText] = useState('The left rear needs a check, @hu');
  const [late, setLate] = useState('…and that is the whole story.');
  const options = [people.hugo, people.kenji].map((person) => ({
    ...person,
    handle: person.name.split(' ')[0]?.toLowerCase() ?? '',
    avatar: <PersonAvatar {...person} size="s" />,
  }));
  return (
    <Board title="Composer" flush>
      <div className={styles.roomAbove}>
        <Composer
          value={text}
          onChange={setText}
          onSend={nothing}
          label="Comment"
          sendLabel="Send"
          attach={{ label: 'Attach', onPress: nothing }}
          counter={{ text: '8', spoken: '8 characters left' }}
          mentions={{ label: 'People', options, onPick: nothing, onDismiss: nothing }}
        />
      </div>
      <Composer
        value={late}
        onChange={setLate}
        onSend={nothing}
        label="Edit"
        sendLabel="Save"
        counter={{ text: '−14', over: true }}
        edit={{ text: 'Editing your shout, 9 min left', cancelLabel: 'Cancel edit', onCancel: nothing }}
      />
      <Composer
        value="Sending this"
        onChange={nothing}
        onSend={nothing}
        label="Sending"
        sendLabel="Send"
        pending
        attachments={<UploadSlot name="a.jpg" state="uploading" percent={40} />}
      />
    </Board>
  );
}
