/** Names that the dictionaries and the spelling rules lack or get wrong, in the model's symbols. */
export const names: Readonly<Record<string, string>> = Object.fromEntries(
  `
  aarav ˈɑɹəv | abdul ˌɑbdˈul | abhishek əbˈiʃAk | aditi ədˈɪTi | aditya ɑdˈɪtjə | ahmed ˈɑmɛd | aisha ɑˈiʃə
  aishwarya ˌIʃwˈɑɹjə | ajay əʤˈA | alejandra ˌɑləhˈɑndɹə | alejandro ˌɑləhˈɑndɹO | amit əmˈit | anaya ənˈIə
  angela ˈænʤələ | anika ˈɑnɪkə | anil ˈʌnɪl | anita ənˈiTə | anjali ˈɑnʤəli | ankit ˈʌnkɪt | ananya ənˈʌnjə
  aoife ˈifə | arjun ˈɑɹʤən | ashok əʃˈOk | asif ˈɑsif | bhavna bˈɑvnə | bjorn bjˈɔɹn | björn bjˈɔɹn
  caitlin kˈAtlɪn | carlos kˈɑɹlOs | chang ʧˈæŋ | chen ʧˈɛn | chloe klˈOi | choi ʧˈY | chopra ʧˈOpɹə
  ciara kiˈɛɹə | deepa dˈipə | deepak dˈipək | desai dəsˈI | diaz dˈiɑz | dinesh dɪnˈɛʃ | diya dˈiə
  eduardo ˌɛdwˈɑɹdO | eoin ˈOɪn | estrada ɛstɹˈɑdə | farah fˈɛɹə | felipe fəlˈipA | fernandez fəɹnˈændɛz
  francesca fɹænʧˈɛskə | garcia ɡɑɹsˈiə | gaurav ɡˈWɹəv | geeta ɡˈiTə | gomez ɡˈOmɛz | gonzales ɡənzˈɑlɛs
  gonzalez ɡənzˈɑlɛs | gopal ɡOpˈɑl | guillermo ɡijˈɛɹmO | gupta ɡˈʊptə | gutierrez ɡutiˈɛɹɛz | hari hˈɑɹi
  harish həɹˈiʃ | hassan həsˈɑn | hernandez həɹnˈændɛz | hiroshi hɪɹˈOʃi | huang hwˈɑŋ | hussain husˈAn
  ian ˈiən | iyer ˈIjəɹ | javier hˌɑviˈɛɹ | jesus hAsˈus | jimenez hɪmˈɛnɛz | joaquin wɑkˈin | joao ʒwˈW
  jorge hˈɔɹhA | jose hOzˈA | josé hOzˈA | juan wˈɑn | kapoor kəpˈʊɹ | kavita kəvˈiTə | kaur kˈʊɹ
  kavya kˈɑvjə | keisha kˈiʃə | khan kˈɑn | kiran kˈɪɹən | kowalski kəvˈɑlski | kumar kumˈɑɹ | leila lˈAlə
  lopez lˈOpɛz | luis luˈis | madhu mˈɑdu | malik mˈælɪk | maria məɹˈiə | manish mənˈiʃ | manoj mənˈOʤ | martinez mɑɹtˈinɛz
  meera mˈiɹə | mehta mˈAtə | mei mˈA | miguel mɪɡˈɛl | mishra mˈɪʃɹə | mohammed mOhˈɑmɪd | mukesh mukˈɛʃ
  nair nˈIɹ | neha nˈAhə | ng ˈɪŋ | nguyen wˈɪn | niamh nˈiv | nikhil nɪkˈɪl | nikita nɪkˈiTə | nisha nˈiʃə
  okafor Okˈɑfɔɹ | omar ˈOmɑɹ | ortiz ɔɹtˈiz | padma pˈʌdmə | pandey pˈɑndA | patel pətˈɛl | pedro pˈAdɹO
  perez pˈɛɹɛz | pooja pˈuʤə | pradeep pɹədˈip | prakash pɹəkˈɑʃ | pranav pɹənˈɑv | prasad pɹəsˈɑd
  priya pɹˈijə | priyanka pɹijˈɑnkə | qureshi kʊɹˈAʃi | rajesh ɹɑʤˈAʃ | rajiv ɹɑʤˈiv | rakesh ɹɑkˈAʃ
  ramesh ɹəmˈAʃ | ramirez ɹəmˈiɹɛz | ravi ɹˈʌvi | rekha ɹˈAkə | ritu ɹˈitu | rivera ɹɪvˈɛɹə | rodriguez ɹɑdɹˈiɡɛz
  rohan ɹˈOhən | rohit ɹˈOhɪt | saanvi sˈɑnvi | sachin sˈʌʧɪn | sanchez sˈænʧɛz | sandeep sʌndˈip | sanjay sˈʌnʤA
  santiago sˌæntiˈɑɡO | saoirse sˈɪɹʃə | satish sətˈiʃ | sean ʃˈɔn | shah ʃˈɑ | sharma ʃˈɑɹmə | shreya ʃɹˈAə
  shukla ʃˈuklə | siobhan ʃəvˈɔn | sinead ʃənˈAd | sita sˈiTə | sneha snˈAhə | sofia sOfˈiə | srinivas sɹˌiniwˈɑs
  sunil sunˈil | sunita sunˈiTə | suresh suɹˈAʃ | takashi təkˈɑʃi | tanvi tˈɑnvi | thao tˈW | tomas tOmˈɑs
  torres tˈɔɹɛs | trang tɹˈæŋ | tran tɹˈæn | usha ˈuʃə | vargas vˈɑɹɡəs | varun vˈʌɹun | vasquez vˈæskɛz
  velasquez vəlˈæskɛz | venkat vˈɛnkət | vijay vˈiʤA | vikram vˈɪkɹəm | vinod vɪnˈOd | vivek vɪvˈAk | wang wˈɑŋ
  xavier zˈAvjəɹ | xiao ʃˈW | yadav jˈɑdəv | yash jˈʌʃ | yogesh jˈOɡAʃ | yusuf jˈusʊf | zhang ʤˈɑŋ | zhao ʤˈW
  zoe zˈOi | zoë zˈOi | rupees ɹupˈiz | paise pˈIsA | haan hˈɑn | achha ˈʌʧɑ | namaste nˌɑməstˈA
  whatsapp wˈʌtsæp | wifi wˈIfI | signup sˈInˌʌp | okay OkˈA
  `
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((line) => line.split(' ') as [string, string]),
);
