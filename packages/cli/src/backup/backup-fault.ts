/** What is wrong with a backup, or with its place on the disk. The message is a sentence for an operator. */
export class BackupFault extends Error {
  readonly code = 'BACKUP_FAULT';
}
