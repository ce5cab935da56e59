import { FieldError } from '../field/field';
import { FileRow } from '../../primitives/media/media';
import { ModuleTileSlim } from '../../product/module-tile/module-tile';
import { SortableSlots } from './sortable-slots';
import { UploadAdd, UploadSlot, UploadSlots } from './upload-slot';
import { pictures } from '../../gallery/samples';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function UploadSlotBoard() {
  return (
    <Board title="Uploads and files">
      <UploadSlots>
        <UploadAdd label="Add" onPress={nothing} />
        <UploadSlot name="a.jpg" state="uploading" percent={100} />
        <UploadSlot name="b.jpg" state="loaded" src={pictures.dawn} removeLabel="Remove b.jpg" onRemove={nothing} />
        <UploadSlot name="c.pdf" state="loaded" removeLabel="Remove c.pdf" onRemove={nothing} />
        <UploadSlot name="d.exe" state="error" error="Not allowed" removeLabel="Remove d.exe" onRemove={nothing} />
      </UploadSlots>
      <SortableSlots
        label="Attached files"
        onMove={nothing}
        words={{ position: (name, at, of) => `${name}, ${at} of ${of}`, hint: 'The arrow keys move this file.' }}
        slots={[
          { id: '1', name: 'dawn.jpg', state: 'uploading', percent: 40, src: pictures.dawn },
          {
            id: '2',
            name: 'notes.pdf',
            state: 'loaded',
            showName: true,
            removeLabel: 'Remove notes.pdf',
            onRemove: nothing,
          },
          { id: '3', name: 'late.csv', state: 'waiting', showName: true },
          {
            id: '4',
            name: 'cut.mov',
            state: 'error',
            error: 'Unable to upload',
            retry: { label: 'Try again', onPress: nothing },
          },
        ]}
      />
      <FieldError>You can add up to 7 files.</FieldError>
      <FileRow
        type="PDF"
        name="Stint sheet.pdf"
        meta="96 kB"
        tone="var(--group-1)"
        download={{ label: 'Download', onPress: nothing }}
      />
      <ModuleTileSlim
        bare
        title="Comments are not available"
        module="Shouts"
        code="MODULE_TIMEOUT"
        retryLabel="Retry"
        onRetry={nothing}
      />
    </Board>
  );
}
