/** Composes the report while a person types. Without this script, the form sends the answers to the server. */
import { composedReport, type ReportSubject } from '../../report/report-text.ts'
import { initCopyButtons } from '../shared/copy.ts'
import { byId, oncePerFrame, setContent } from '../shared/dom.ts'

const form = byId<HTMLFormElement>('report')
const right = byId<HTMLTextAreaElement>('right')
const proof = byId<HTMLInputElement>('proof')
const subject: ReportSubject = JSON.parse(byId('report-data').textContent)

const compose = oncePerFrame(() => {
  const answers = { right: right.value.trim(), proof: proof.value.trim() }
  setContent(byId('report-text'), composedReport(subject, answers))
})

form.addEventListener('input', compose)
// The text is complete already, but on a phone it is below the keyboard.
form.addEventListener('submit', (event) => {
  event.preventDefault()
  byId('your-report').focus()
})
initCopyButtons()
// The browser fills in the fields when the reader comes back to the page.
compose()
