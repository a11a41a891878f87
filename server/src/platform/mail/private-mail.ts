import type { Log } from '../log.ts'
import { domainOf, isMailAddress } from './mail-address.ts'
import type { Mailer, Message } from './mailer.ts'

export type PrivateMailDeps = {
  mailer: Mailer
  /**
   * smtpUrl is undefined without a mail server; messages would then be written to files that others
   * can read.
   */
  config: { smtpUrl: string | undefined }
  log: Log
}

export type PrivateMail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
} & Partial<Pick<Message, 'fromName' | 'replyTo' | 'attachments'>>

/**
 * Sends a message that only its recipient may read, such as a link that opens an account. It is
 * sent by SMTP or not at all: nothing of it is stored in the database, in a file or in the log.
 */
export async function sendPrivateMail(
  { mailer, config, log }: PrivateMailDeps,
  { id, ...message }: PrivateMail,
  now: Date,
): Promise<'sent' | 'no_server' | 'failed'> {
  if (config.smtpUrl === undefined) return 'no_server'
  if (!isMailAddress(message.to)) return 'failed'
  const { from } = mailer
  try {
    await mailer.send({
      fromName: from.name,
      replyTo: undefined,
      attachments: [],
      ...message,
      messageId: `${id}@${domainOf(from)}`,
      date: now,
      cc: [],
    })
    return 'sent'
  } catch (error) {
    log.warn({ err: error, emailId: id }, 'a mail with a link was not sent')
    return 'failed'
  }
}
