/**
 * The SDK has a module of its own, which is loaded as a whole: it is a CommonJS package, whose names a bundle gives to
 * those alone who import it statically.
 */
import * as sdk from '@aws-sdk/client-s3';

export { sdk };
