import type { FlowSettings } from '@portcullis/client/flow';
import { useEffect, useRef } from 'preact/hooks';
import type { PhotoLimits } from '../capture/index.ts';
import { photoOfFile } from '../capture/photo-file.ts';
import { useView } from './context.tsx';

/** The limits of a photo, from the settings. */
export const photoLimitsOf = (image: FlowSettings['uploads']['image'] | undefined): PhotoLimits => ({
  maxBytes: image?.max_bytes ?? 0,
  maxPixels: image?.max_pixels ?? Number.POSITIVE_INFINITY,
});

/**
 * Takes a picture from the files of the device. Without `capture`, as telephones then open the camera alone. It is
 * decoded before it is sent, and a file that is no picture is refused at once.
 */
export const FilePicker = () => {
  const { dispatch, say, state } = useView();
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  const image = state.settings?.uploads.image;
  const contentTypes = image?.content_types ?? [];
  const choose = async (file: File): Promise<void> => {
    const photo = await photoOfFile(file, { ...photoLimitsOf(image), contentTypes });
    if (!isShown.current) return;
    dispatch(photo === null ? { type: 'photo_failed' } : { type: 'took_photo', photo });
  };
  return (
    <label class="picker other">
      {say('choose_file')}
      <input
        type="file"
        accept={contentTypes.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void choose(file);
        }}
      />
    </label>
  );
};
