import { newId } from '../id.ts'
import { domainOf, isMailAddress } from './mail-address.ts'
import { type Mailer, MailRefused, type Message } from './mailer.ts'

export type Notice = Pick<Message, 'to' | 'subject' | 'text' | 'html'>

/**
 * Sends a message of the service itself to a person. One that is refused for good, or has no valid
 * address, is left out. Throws if the mail server may accept it later.
 */
export async function sendNotice(mailer: Mailer, notice: Notice, now: Date): Promise<void> {
  if (!isMailAddress(notice.to)) return
  const { from } = mailer
  const message = {
    ...notice,
    messageId: `${newId()}@${domainOf(from)}`,
    date: now,
    fromName: from.name,
    replyTo: undefined,
    cc: [],
    attachments: [],
  }
  await mailer.send(message).catch((error) => {
    if (!(error instanceof MailRefused)) throw error
  })
}
