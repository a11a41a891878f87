import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { onFirstUse } from '../on-first-use.ts'
import { isMailAddress, type Mailbox, oneLine } from './mail-address.ts'

export type Attachment = {
  filename: string
  contentType: string
  content: Buffer
  /** Set for content shown inside the HTML, which refers to it as `cid:` and this name. */
  contentId?: string
}

export type Message = {
  /** Without the angle brackets. */
  messageId: string
  date: Date
  /** Sender name, shown with the common address of all emails. */
  fromName: string
  to: string
  cc: readonly string[]
  replyTo: Mailbox | undefined
  subject: string
  html: string
  text: string
  attachments: readonly Attachment[]
}

/** Result of a delivery. `captured` means that the message was only written to a file. */
export type Delivery = {
  outcome: 'sent' | 'captured'
  /** Copy recipients that the server refused. */
  refusedCopies: readonly string[]
}

export type Mailer = {
  from: Mailbox
  /**
   * Sends a message. Throws MailRefused when a retry is useless, MailServerDown when no message can
   * be sent at the moment, and another error when this message may succeed later.
   */
  send: (message: Message) => Promise<Delivery>
  /** Writes a message to a file even if there is a mail server: for fictitious recipients. */
  capture: (message: Message) => Promise<Delivery>
}

/** The server permanently refuses this message or this recipient. */
export class MailRefused extends Error {}
/** The server cannot be reached, does not respond, or refuses to authenticate. */
export class MailServerDown extends Error {}

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }
/** More than a slow server needs for a large message. */
const SEND_WITHIN_MS = 120_000

export type MailerSettings = {
  /** Undefined: messages are written to `dataDir`/mail. */
  smtpUrl: string | undefined
  mailFrom: Mailbox
  dataDir: string
}

/** Sends by SMTP if a server is configured, otherwise writes messages to `DATA_DIR/mail`. */
export function createMailer({ smtpUrl, mailFrom, dataDir }: MailerSettings): Mailer {
  const capture = capturing(join(dataDir, 'mail'))
  const send = smtpUrl === undefined ? capture : sending(smtpUrl)
  return {
    from: mailFrom,
    send: (message) => send(optionsOf(message, mailFrom), message),
    capture: (message) => capture(optionsOf(message, mailFrom), message),
  }
}

type Send = (options: SendMailOptions, message: Message) => Promise<Delivery>

function optionsOf(message: Message, from: Mailbox): SendMailOptions {
  const { messageId, to, cc, replyTo } = message
  for (const address of [to, ...cc, ...(replyTo ? [replyTo.address] : [])]) {
    if (!isMailAddress(address)) throw new MailRefused(`"${oneLine(address)}" is no address`)
  }
  assert(/^[\w.-]+@[^\s<>]+$/.test(messageId), 'a message id has no spaces and no brackets')
  return {
    from: mailboxOf({ ...from, name: message.fromName }),
    to: { name: '', address: to },
    cc: cc.map((address) => ({ name: '', address })),
    ...(replyTo ? { replyTo: mailboxOf(replyTo) } : {}),
    subject: oneLine(message.subject),
    messageId: `<${messageId}>`,
    date: message.date,
    // Suppresses automatic replies, such as absence notices.
    headers: { 'Auto-Submitted': 'auto-generated' },
    html: message.html,
    text: message.text,
    attachments: message.attachments.map(({ contentId, ...attachment }) => ({
      ...attachment,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const mailboxOf = ({ name, address }: Mailbox) => ({ name: oneLine(name), address })

/**
 * Opens a connection for each message, because a reused one may break after a message was accepted.
 */
function sending(smtpUrl: string): Send {
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url: smtpUrl, ...TIMEOUTS })
  })
  return async (options, { to }) => {
    const server = await transport()
    const signal = AbortSignal.timeout(SEND_WITHIN_MS)
    const info = await server.sendMail({ ...options, signal }).catch(explain)
    const rejected = info.rejected.map(addressOf)
    const problem = info.rejectedErrors?.find(({ recipient }) => recipient === to)
    // The server accepted only the copies.
    if (rejected.includes(to)) return explain(problem ?? new Error(`${to} was refused`))
    return { outcome: 'sent', refusedCopies: rejected }
  }
}

const addressOf = (recipient: string | { address: string }) =>
  typeof recipient === 'string' ? recipient : recipient.address

const SERVER_DOWN = new Set(
  'ECONNECTION ETIMEDOUT ESOCKET EDNS ETLS EAUTH EPROTOCOL EPROXY EABORT'.split(' '),
)
/** "Service not available, closing transmission channel", in reply to any command. */
const CLOSING = 421

/**
 * Throws the error that states the meaning of an SMTP failure. A 5xx reply to the recipient or the
 * content is final. A failure of the server affects every other message too. Anything else may be
 * temporary.
 */
function explain(error: unknown): never {
  if (!(error instanceof Error)) throw new Error('The mail was not sent', { cause: error })
  const answer = 'responseCode' in error ? Number(error.responseCode) : 0
  const command = 'command' in error ? String(error.command) : ''
  const code = 'code' in error ? String(error.code) : ''
  const isAboutMessage = /^(RCPT TO|DATA)$/.test(command)
  if (answer >= 500 && isAboutMessage) throw new MailRefused(error.message, { cause: error })
  if (SERVER_DOWN.has(code) || answer === CLOSING) {
    throw new MailServerDown(error.message, { cause: error })
  }
  throw error
}

function capturing(folder: string): Send {
  const transport = onFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  return async (options, { messageId }) => {
    const { message } = await (await transport()).sendMail(options)
    assert(Buffer.isBuffer(message), 'the transport was told to make a buffer')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const [id = ''] = messageId.split('@')
    await writeFile(join(folder, `${id}.eml`), message, { mode: 0o600 })
    return { outcome: 'captured', refusedCopies: [] }
  }
}
