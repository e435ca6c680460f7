/** Where the build has put the files that the component loads, below the origin of the page. */
export type LivenessFiles = {
  /** The text before the names of the WebAssembly files. */
  readonly binaryPath: string;
  /** The model that finds faces; `null` where it was not there when the page was built. */
  readonly faceModel: string | null;
};

/** The build writes the value in the place of this name. */
declare const LIVENESS_FILES: LivenessFiles;

export const livenessFiles = (): LivenessFiles => LIVENESS_FILES;
