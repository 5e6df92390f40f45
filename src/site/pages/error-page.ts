/**
 * The page that people get for an error. Its sentences are for people; the message of the API, which is for programs and
 * their developers, is a detail below.
 */
import { type Html, html } from '../html.ts'
import { type Frame, renderPage, searchFieldAttributes, searchFormTarget } from './page-layout.ts'

export interface PageError {
  code: string
  status: number
  /** The message of the API. */
  message: string
  requestId: string
  /** The seconds until the request can succeed, if they are known. */
  waitSeconds?: number | undefined
}

interface Sentences {
  heading: string
  sentence: string
}

const notFound: Sentences = {
  heading: 'Page not found',
  sentence: 'There is no page at this address. It may be misspelt, or the link may be out of date.',
}

const failure: Sentences = {
  heading: 'Something went wrong',
  sentence: 'The service could not show this page. Try again later, and contact the operator if it happens again.',
}

const busy: Sentences = { heading: 'The service is busy', sentence: 'Too many people are loading large lists.' }

/** The errors that a person can run into by following a link or by typing an address. */
const sentencesByCode: Readonly<Record<string, Sentences>> = {
  path_unknown: notFound,
  bank_unknown: {
    heading: 'Bank not found',
    sentence: 'No bank has this address. It may be misspelt; search for the name or a code of the bank.',
  },
  country_unsupported: {
    heading: 'Country not covered',
    sentence: 'The directory has no banks in this country, or its name is misspelt.',
  },
  country_malformed: {
    heading: 'Country not covered',
    sentence: 'The directory has no country with this name or code.',
  },
  query_too_long: {
    heading: 'Search text too long',
    sentence: 'Search for a shorter text, such as a name, a city or one code.',
  },
  rate_limited: {
    heading: 'Too many requests',
    sentence: 'You, or people who share your internet connection, sent many requests within a minute.',
  },
  key_in_url: {
    heading: 'This address contains a key',
    sentence:
      'Addresses end up in logs and in the history of the browser. Revoke this key, issue a new one and send it in a header.',
  },
  script_not_built: {
    heading: 'Script not available',
    sentence: 'This installation of the service does not contain the script.',
  },
  lists_busy: busy,
  responses_busy: busy,
}

function sentencesFor({ code, status }: PageError): Sentences {
  if (Object.hasOwn(sentencesByCode, code)) return sentencesByCode[code] as Sentences
  if (status === 404) return notFound
  if (status >= 500) return failure
  return { heading: 'Invalid request', sentence: 'The service cannot handle this request.' }
}

export function renderError(frame: Frame, error: PageError): string {
  const { heading, sentence } = sentencesFor(error)
  const { code, status, message, requestId, waitSeconds } = error
  const main = html`<div class="prose problem">
<p class="overline">Error ${status}</p>
<h1>${heading}</h1>
<p>${sentence}${waitSeconds === undefined ? undefined : html` ${wait(waitSeconds)}`}</p>
${status === 404 || code === 'query_too_long' ? searchForm(frame) : undefined}
${waitSeconds === undefined ? links(frame) : undefined}
<details><summary>Details for developers</summary>
<p><code>${code}</code>: ${message}</p>
<p>Request <code>${requestId}</code></p>
</details>
</div>`
  const script = waitSeconds === undefined ? {} : { script: 'countdown.js' }
  return renderPage(frame, {
    title: `${heading} · Bank Lookup`,
    description: sentence,
    main,
    isUnlisted: true,
    ...script,
  })
}

/** `client/countdown` counts the seconds down. */
const wait = (seconds: number): Html =>
  html`<span data-countdown="${seconds}">Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.</span>`

const searchForm = (frame: Frame): Html => html`<form class="search-form" role="search" ${searchFormTarget(frame)}>
<label class="visually-hidden" for="q">Search for a bank</label>
<input id="q" ${searchFieldAttributes} placeholder="Name, city, code or account number" required>
<button type="submit">Search</button>
</form>`

const links = ({ base }: Frame): Html =>
  html`<p><a href="${base}/">All countries</a>, <a href="${base}/coverage">coverage</a> and <a href="${base}/docs/1.0/">documentation</a></p>`
