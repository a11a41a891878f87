import { Fragment } from 'react'

/** A type of announcements, which breaks between its words, such as `invoice.` and `paid`. */
export function TypeName({ type }: { type: string }) {
  return type.split(/(?<=[._])/).map((word) => (
    <Fragment key={word}>
      {word}
      <wbr />
    </Fragment>
  ))
}
