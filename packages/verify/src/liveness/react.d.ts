/** React is not here: what the component says of it is not examined, and preact/compat is in its place. */
declare module 'react';
