/** How pictures are shown. All pictures of a case share one view, so that the same places are compared. */
export type PictureView = {
  /** How many times larger than what fits, from 1. */
  readonly zoom: number;
  /** How far the middle is moved, in parts of the frame's width and height. */
  readonly x: number;
  readonly y: number;
  /** In degrees: 0, 90, 180 or 270. */
  readonly angle: number;
  /** In percent. */
  readonly contrast: number;
};

export const plainView: PictureView = { zoom: 1, x: 0, y: 0, angle: 0, contrast: 100 };

export type ViewChange =
  | { readonly type: 'zoomed'; readonly by: number }
  | { readonly type: 'toggled_zoom' }
  | { readonly type: 'moved'; readonly x: number; readonly y: number }
  | { readonly type: 'rotated' }
  | { readonly type: 'set_contrast'; readonly contrast: number }
  | { readonly type: 'reset' };

const maxZoom = 8;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** A part of the picture stays in the frame, whatever was dragged. */
const within = (view: PictureView): PictureView => {
  const reach = (view.zoom - 1) / 2;
  return { ...view, x: clamp(view.x, -reach, reach), y: clamp(view.y, -reach, reach) };
};

export const changeView = (view: PictureView, change: ViewChange): PictureView => {
  switch (change.type) {
    case 'zoomed':
      return within({ ...view, zoom: clamp(Math.round(view.zoom * change.by * 100) / 100, 1, maxZoom) });
    case 'toggled_zoom':
      return within({ ...view, zoom: view.zoom > 1 ? 1 : 2.5 });
    case 'moved':
      return within({ ...view, x: view.x + change.x, y: view.y + change.y });
    case 'rotated':
      return { ...view, angle: (view.angle + 90) % 360 };
    case 'set_contrast':
      return { ...view, contrast: clamp(change.contrast, 50, 300) };
    case 'reset':
      return plainView;
  }
};
