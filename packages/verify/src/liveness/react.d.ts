/** React is not here: its types in the component are not examined, and preact/compat is in its place. */
declare module 'react';
