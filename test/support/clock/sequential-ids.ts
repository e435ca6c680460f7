export { sequentialIds } from '@portcullis/adapter-memory/testing';
