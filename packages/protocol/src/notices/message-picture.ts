const PICTURE_NAME = /^message(\d{1,9})$/;

/** Name of a message's picture in a queue and in the staff log. */
export function messagePictureName(messageId: string | number): string {
  return `message${messageId}`;
}

/** Id of the message whose picture has this name; undefined for any other picture. */
export function messageIdOfPicture(name: string): string | undefined {
  return PICTURE_NAME.exec(name)?.[1];
}
